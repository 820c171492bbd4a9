# gnuplot -d THIS_FILE > FIGURE
set terminal svg noenhanced rounded size 420,317 font 'sans-serif,13' background '#ffffff'
set encoding utf8
$p0 << END
0 0 0.7079999999999999
1 0 0.6999999999999998
2 0 0.6699999999999999
0 1 0.758
1 1 0.75
2 1 0.7200000000000001
END
set multiplot
unset key
set border 3 lc rgb '#444444' lw 0.9
set tics out nomirror scale 0.6,0.3 textcolor rgb '#000000'
set bars 0.5
set pointintervalbox 0.01
unset grid
set border 15
set palette defined (0 '#440154', 1 '#482878', 2 '#3e4a89', 3 '#31688e', 4 '#26828e', 5 '#1f9e89', 6 '#35b779', 7 '#6ece58', 8 '#b5de2b', 9 '#fde725')
set cbrange [0.6699999999999999:0.758]
set colorbox user origin screen 0.813905, screen 0.21327 size screen 0.0285714, screen 0.679305
set cbtics scale 0.4 ('0.7' 0.7, '0.75' 0.75)
set xrange [-0.5:2.5]
set yrange [-0.5:1.5]
set lmargin at screen 0.234095
set rmargin at screen 0.790095
set bmargin at screen 0.21327
set tmargin at screen 0.892575
set xtics offset 0,0.4 ('1' 0, '5' 1, '20' 2)
set ytics offset 0.5,0 ('FALD' 0, 'VR-FALD*' 1)
unset label
set label '0.708' at first 0, first 0 center front noenhanced tc rgb '#ffffff' font ',10'
set label '0.7' at first 1, first 0 center front noenhanced tc rgb '#ffffff' font ',10'
set label '0.67' at first 2, first 0 center front noenhanced tc rgb '#ffffff' font ',10'
set label '0.758' at first 0, first 1 center front noenhanced tc rgb '#000000' font ',10'
set label '0.75' at first 1, first 1 center front noenhanced tc rgb '#000000' font ',10'
set label '0.72' at first 2, first 1 center front noenhanced tc rgb '#000000' font ',10'
plot $p0 using 1:2:3 with image pixels notitle
unset colorbox
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
set yrange [0:316.5]
set label 'study' at first 210, first 302.5 noenhanced front center
set label 'K' at first 215.08, first 34.5 noenhanced front center
set label 'sampler' at first 12, first 175 noenhanced front center rotate by 90
set label 'accuracy' at first 410, first 175 noenhanced front center rotate by 90
set label 'Mean over replicates, n = 3.' at first 8, first 11.5 noenhanced front left tc rgb '#444444' font ',10'
plot NaN notitle
unset multiplot
