# gnuplot -d THIS_FILE > FIGURE
set terminal svg noenhanced rounded size 420,336 font 'sans-serif,13' background '#ffffff'
set encoding utf8
$p0s0 << END
-0.2 0.7079999999999999 0.6831586228824965 0.7328413771175032 NaN NaN
0.8 0.6999999999999998 0.6751586228824965 0.7248413771175032 NaN NaN
1.8 0.6699999999999999 0.6451586228824966 0.6948413771175033 NaN NaN
END
$p0s1 << END
0.2 0.758 0.7331586228824967 0.7828413771175033 NaN NaN
1.2 0.75 0.7251586228824967 0.7748413771175033 NaN NaN
2.2 0.7200000000000001 0.6951586228824967 0.7448413771175034 NaN NaN
END
set multiplot
unset key
set border 3 lc rgb '#444444' lw 0.9
set tics out nomirror scale 0.6,0.3 textcolor rgb '#000000'
set bars 0.5
set pointintervalbox 0.01
set grid ytics back lt 1 lc rgb '#e4e4e4' lw 0.6
set xrange [-0.6:2.6]
set yrange [0:0.8219834459733785]
set lmargin at screen 0.144333
set rmargin at screen 0.966667
set bmargin at screen 0.201192
set tmargin at screen 0.842027
set xtics offset 0,0.4 ('1' 0, '5' 1, '20' 2)
set ytics offset 0.5,0 ('0' -0, '0.2' 0.2, '0.4' 0.4, '0.6' 0.6, '0.8' 0.8)
unset label
plot $p0s0 using 1:2:(0.368) with boxes lc rgb '#0072B2' fs transparent solid 0.4 border notitle, \
  $p0s0 using 1:2:3:4 with yerrorbars lc rgb '#000000' dt solid lw 1.1 pt 0 notitle, \
  $p0s1 using 1:2:(0.368) with boxes lc rgb '#D55E00' fs transparent solid 0.4 border notitle, \
  $p0s1 using 1:2:3:4 with yerrorbars lc rgb '#000000' dt solid lw 1.1 pt 0 notitle
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
set label 'K' at first 233.31, first 34.5 noenhanced front center
set label 'accuracy' at first 12, first 175 noenhanced front center rotate by 90
set label ('Mean over replicates with the 95 % interval of Student' . "'" . 's t, n = 3.') at first 8, first 11.5 noenhanced front left tc rgb '#444444' font ',10'
set label 'FALD' at first 140.68, first 301 noenhanced front left
set label 'VR-FALD*' at first 236, first 301 noenhanced front left
$legend0 << END
123.68 301
128.68 301
133.68 301
END
$legend1 << END
219 301
224 301
229 301
END
plot $legend0 every ::1::1 using 1:2 with points lc rgb '#0072B2' dt solid lw 1.8 pt 7 ps 0.75 notitle, \
  $legend1 every ::1::1 using 1:2 with points lc rgb '#D55E00' dt (8,6) lw 1.8 pt 5 ps 0.75 notitle
unset multiplot
