# gnuplot -d THIS_FILE > FIGURE
set terminal svg noenhanced rounded size 420,336 font 'sans-serif,13' background '#ffffff'
set encoding utf8
$p0s0 << END
1 0.7079999999999999 0.6831586228824965 0.7328413771175032 NaN NaN
5 0.6999999999999998 0.6751586228824965 0.7248413771175032 NaN NaN
20 0.6699999999999999 0.6451586228824966 0.6948413771175033 NaN NaN
END
$p0s1 << END
1 0.758 0.7331586228824967 0.7828413771175033 NaN NaN
5 0.75 0.7251586228824967 0.7748413771175033 NaN NaN
20 0.7200000000000001 0.6951586228824967 0.7448413771175034 NaN NaN
END
$p0s2 << END
5 0.7 NaN NaN NaN NaN
END
set multiplot
unset key
set border 3 lc rgb '#444444' lw 0.9
set tics out nomirror scale 0.6,0.3 textcolor rgb '#000000'
set bars 0.5
set pointintervalbox 0.01
set grid xtics ytics back lt 1 lc rgb '#e4e4e4' lw 0.6
set xrange [0.04999999999999993:20.95]
set yrange [0.6382744851707463:0.7897255148292537]
set lmargin at screen 0.162286
set rmargin at screen 0.833714
set bmargin at screen 0.201192
set tmargin at screen 0.842027
set xtics offset 0,0.4 ('5' 5, '10' 10, '15' 15, '20' 20)
set ytics offset 0.5,0 ('0.65' 0.65, '0.7' 0.7, '0.75' 0.75)
unset label
plot $p0s0 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' dt solid lw 1.1 pt 0 notitle, \
  $p0s0 using 1:2 with linespoints lc rgb '#0072B2' dt solid lw 1.8 pt 7 ps 0.6 notitle, \
  $p0s1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' dt solid lw 1.1 pt 0 notitle, \
  $p0s1 using 1:2 with linespoints lc rgb '#D55E00' dt (8,6) lw 1.8 pt 5 ps 0.6 notitle, \
  $p0s2 using 1:2 with points lc rgb '#0072B2' dt (12,4,2,4) lw 1.2 pt 3 ps 1.0 notitle
set lmargin at screen 0
set rmargin at screen 1
set bmargin at screen 0
set tmargin at screen 1
unset logscale
unset grid
unset border
unset tics
unset colorbox
unset label
set xrange [0:420]
set yrange [0:335.5]
set label 'study' at first 210, first 321.5 noenhanced front center
set label 'K' at first 209.16, first 34.5 noenhanced front center
set label 'accuracy' at first 12, first 175 noenhanced front center rotate by 90
set label ('Mean over replicates with the 95 % interval of Student' . "'" . 's t, n = 3.') at first 8, first 11.5 noenhanced front left tc rgb '#444444' font ',10'
set label '' at first 359.16, first 112.538 noenhanced front point lc rgb '#0072B2' pt 7 ps 0.6
set label 'FALD' at first 368.16, first 112.538 noenhanced front left font ',10'
set label '' at first 359.16, first 183.518 noenhanced front point lc rgb '#D55E00' pt 5 ps 0.6
set label 'VR-FALD*' at first 368.16, first 183.518 noenhanced front left font ',10'
set label 'published' at first 195.57, first 301 noenhanced front left
$legend0 << END
156.57 301
172.57 301
188.57 301
END
plot $legend0 every ::1::1 using 1:2 with points lc rgb '#000000' dt (12,4,2,4) lw 1.2 pt 3 ps 1.0 notitle
unset multiplot
