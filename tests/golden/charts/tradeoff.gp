# gnuplot -d THIS_FILE > FIGURE
set terminal svg noenhanced rounded size 420,383 font 'sans-serif,13' background '#ffffff'
set encoding utf8
$p0s0 << END
1e+06 0.7079999999999999 0.6831586228824965 0.7328413771175032 1e+06 1e+06
END
$p0s1 << END
2e+05 0.6999999999999998 0.6751586228824965 0.7248413771175032 2e+05 2e+05
END
$p0s2 << END
50000 0.6699999999999999 0.6451586228824966 0.6948413771175033 50000 50000
END
$p0s3 << END
1e+06 0.758 0.7331586228824967 0.7828413771175033 1e+06 1e+06
END
$p0s4 << END
2e+05 0.75 0.7251586228824967 0.7748413771175033 2e+05 2e+05
END
$p0s5 << END
50000 0.7200000000000001 0.6951586228824967 0.7448413771175034 50000 50000
END
$p0front << END
50000 0.7200000000000001
2e+05 0.75
1e+06 0.758
END
set multiplot
unset key
set border 3 lc rgb '#444444' lw 0.9
set tics out nomirror scale 0.6,0.3 textcolor rgb '#000000'
set bars 0.5
set pointintervalbox 0.01
set grid xtics ytics back lt 1 lc rgb '#e4e4e4' lw 0.6
set xrange [2500:1047500]
set yrange [0.6382744851707463:0.7897255148292537]
set lmargin at screen 0.162286
set rmargin at screen 0.966667
set bmargin at screen 0.211488
set tmargin at screen 0.772846
set xtics offset 0,0.4 ('0.5M' 5e+05, '1M' 1e+06)
set ytics offset 0.5,0 ('0.65' 0.65, '0.7' 0.7, '0.75' 0.75)
unset label
plot $p0front using 1:2 with steps lc rgb '#777777' dt solid lw 1 notitle, \
  $p0s0 using 1:2:5:6:3:4 with xyerrorbars lc rgb '#0072B2' dt solid lw 1.1 pt 0 notitle, \
  $p0s0 using 1:2 with points lc rgb '#0072B2' dt solid lw 1.8 pt 7 ps 0.6 notitle, \
  $p0s1 using 1:2:5:6:3:4 with xyerrorbars lc rgb '#D55E00' dt solid lw 1.1 pt 0 notitle, \
  $p0s1 using 1:2 with points lc rgb '#D55E00' dt (8,6) lw 1.8 pt 5 ps 0.6 notitle, \
  $p0s2 using 1:2:5:6:3:4 with xyerrorbars lc rgb '#009E73' dt solid lw 1.1 pt 0 notitle, \
  $p0s2 using 1:2 with points lc rgb '#009E73' dt (1,4.5) lw 1.8 pt 9 ps 0.6 notitle, \
  $p0s3 using 1:2:5:6:3:4 with xyerrorbars lc rgb '#CC79A7' dt solid lw 1.1 pt 0 notitle, \
  $p0s3 using 1:2 with points lc rgb '#CC79A7' dt (8,6,1,6) lw 1.8 pt 13 ps 0.6 notitle, \
  $p0s4 using 1:2:5:6:3:4 with xyerrorbars lc rgb '#E69F00' dt solid lw 1.1 pt 0 notitle, \
  $p0s4 using 1:2 with points lc rgb '#E69F00' dt (16,7) lw 1.8 pt 11 ps 0.6 notitle, \
  $p0s5 using 1:2:5:6:3:4 with xyerrorbars lc rgb '#56B4E9' dt solid lw 1.1 pt 0 notitle, \
  $p0s5 using 1:2 with points lc rgb '#56B4E9' dt solid lw 1.8 pt 15 ps 0.6 notitle
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
set yrange [0:383]
set label 'study' at first 210, first 369 noenhanced front center
set label 'bits up' at first 237.08, first 48 noenhanced front center
set label 'accuracy' at first 12, first 188.5 noenhanced front center rotate by 90
set label ('Mean over replicates with the 95 % interval of Student' . "'" . 's t, n = 3.') at first 8, first 25 noenhanced front left tc rgb '#444444' font ',10'
set label 'The steps follow the Pareto front: no other mean is at least as good in both.' at first 8, first 11.5 noenhanced front left tc rgb '#444444' font ',10'
set label 'FALD, K = 1' at first 80.36, first 348.5 noenhanced front left
set label 'FALD, K = 5' at first 80.36, first 331.5 noenhanced front left
set label 'FALD, K = 20' at first 80.36, first 314.5 noenhanced front left
set label 'VR-FALD*, K = 1' at first 236, first 348.5 noenhanced front left
set label 'VR-FALD*, K = 5' at first 236, first 331.5 noenhanced front left
set label 'VR-FALD*, K = 20' at first 236, first 314.5 noenhanced front left
$legend0 << END
63.36 348.5
68.36 348.5
73.36 348.5
END
$legend1 << END
63.36 331.5
68.36 331.5
73.36 331.5
END
$legend2 << END
63.36 314.5
68.36 314.5
73.36 314.5
END
$legend3 << END
219 348.5
224 348.5
229 348.5
END
$legend4 << END
219 331.5
224 331.5
229 331.5
END
$legend5 << END
219 314.5
224 314.5
229 314.5
END
plot $legend0 every ::1::1 using 1:2 with points lc rgb '#0072B2' dt solid lw 1.8 pt 7 ps 0.75 notitle, \
  $legend1 every ::1::1 using 1:2 with points lc rgb '#D55E00' dt (8,6) lw 1.8 pt 5 ps 0.75 notitle, \
  $legend2 every ::1::1 using 1:2 with points lc rgb '#009E73' dt (1,4.5) lw 1.8 pt 9 ps 0.75 notitle, \
  $legend3 every ::1::1 using 1:2 with points lc rgb '#CC79A7' dt (8,6,1,6) lw 1.8 pt 13 ps 0.75 notitle, \
  $legend4 every ::1::1 using 1:2 with points lc rgb '#E69F00' dt (16,7) lw 1.8 pt 11 ps 0.75 notitle, \
  $legend5 every ::1::1 using 1:2 with points lc rgb '#56B4E9' dt solid lw 1.8 pt 15 ps 0.75 notitle
unset multiplot
