# gnuplot -d THIS_FILE > FIGURE
set terminal svg noenhanced rounded size 420,336 font 'sans-serif,13' background '#ffffff'
set encoding utf8
$p0s0 << END
0.6599999999999999 0
0.6599999999999999 0.4444444444444444
0.696 0.4444444444444444
0.696 0.5555555555555556
0.732 0.5555555555555556
0.732 0
0.768 0
0.768 0
END
$p0s1 << END
0.6599999999999999 0
0.6599999999999999 0
0.696 0
0.696 0.3333333333333333
0.732 0.3333333333333333
0.732 0.6666666666666666
0.768 0.6666666666666666
0.768 0
END
set multiplot
unset key
set border 3 lc rgb '#444444' lw 0.9
set tics out nomirror scale 0.6,0.3 textcolor rgb '#000000'
set bars 0.5
set pointintervalbox 0.01
set grid xtics ytics back lt 1 lc rgb '#e4e4e4' lw 0.6
set xrange [0.6599999999999999:0.768]
set yrange [0:0.7]
set lmargin at screen 0.144333
set rmargin at screen 0.954571
set bmargin at screen 0.201192
set tmargin at screen 0.842027
set xtics offset 0,0.4 ('0.7' 0.7, '0.75' 0.75)
set ytics offset 0.5,0 ('0' -0, '0.2' 0.2, '0.4' 0.4, '0.6' 0.6)
unset label
plot $p0s1 using 1:2 with filledcurves y1=0 fs transparent solid 0.16 noborder lc rgb '#D55E00' notitle, \
  $p0s0 using 1:2 with filledcurves y1=0 fs transparent solid 0.16 noborder lc rgb '#0072B2' notitle, \
  $p0s0 using 1:2 with lines lc rgb '#0072B2' dt solid lw 1.8 notitle, \
  $p0s1 using 1:2 with lines lc rgb '#D55E00' dt (8,6) lw 1.8 notitle
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
set label 'accuracy' at first 230.77, first 34.5 noenhanced front center
set label 'share of runs' at first 12, first 175 noenhanced front center rotate by 90
set label 'Final values of 18 runs.' at first 8, first 11.5 noenhanced front left tc rgb '#444444' font ',10'
set label 'FALD' at first 140.68, first 301 noenhanced front left
set label 'VR-FALD*' at first 258, first 301 noenhanced front left
$legend0 << END
101.68 301
117.68 301
133.68 301
END
$legend1 << END
219 301
235 301
251 301
END
plot $legend0 using 1:2 with lines lc rgb '#0072B2' dt solid lw 1.8 notitle, \
  $legend1 using 1:2 with lines lc rgb '#D55E00' dt (8,6) lw 1.8 notitle
unset multiplot
