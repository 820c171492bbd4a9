# gnuplot -d THIS_FILE > FIGURE
set terminal svg noenhanced rounded size 654,300 font 'sans-serif,13' background '#ffffff'
set encoding utf8
$p0s0 << END
10 0.1416 0.13663172457649933 0.14656827542350068 NaN NaN
20 0.2832 0.27326344915299866 0.29313655084700135 NaN NaN
30 0.4248 0.409895173729498 0.439704826270502 NaN NaN
40 0.5664 0.5465268983059973 0.5862731016940027 NaN NaN
50 0.7079999999999999 0.6831586228824965 0.7328413771175032 NaN NaN
END
$p0s1 << END
10 0.6999999999999998 NaN NaN NaN NaN
20 0.6999999999999998 NaN NaN NaN NaN
30 0.6999999999999998 NaN NaN NaN NaN
40 0.6999999999999998 NaN NaN NaN NaN
50 0.6999999999999998 NaN NaN NaN NaN
END
$p0s2 << END
10 0.13999999999999999 0.1350317245764993 0.14496827542350066 NaN NaN
20 0.27999999999999997 0.2700634491529986 0.2899365508470013 NaN NaN
30 0.41999999999999993 0.40509517372949794 0.4349048262705019 NaN NaN
40 0.5599999999999999 0.5401268983059972 0.5798731016940026 NaN NaN
50 0.6999999999999998 0.6751586228824965 0.7248413771175032 NaN NaN
END
$p0s3 << END
10 0.6999999999999998 NaN NaN NaN NaN
20 0.6999999999999998 NaN NaN NaN NaN
30 0.6999999999999998 NaN NaN NaN NaN
40 0.6999999999999998 NaN NaN NaN NaN
50 0.6999999999999998 NaN NaN NaN NaN
END
$p0s4 << END
10 0.13399999999999998 0.1290317245764993 0.13896827542350065 NaN NaN
20 0.26799999999999996 0.2580634491529986 0.2779365508470013 NaN NaN
30 0.40199999999999997 0.3870951737294979 0.416904826270502 NaN NaN
40 0.5359999999999999 0.5161268983059972 0.5558731016940026 NaN NaN
50 0.6699999999999999 0.6451586228824966 0.6948413771175033 NaN NaN
END
$p0s5 << END
10 0.6999999999999998 NaN NaN NaN NaN
20 0.6999999999999998 NaN NaN NaN NaN
30 0.6999999999999998 NaN NaN NaN NaN
40 0.6999999999999998 NaN NaN NaN NaN
50 0.6999999999999998 NaN NaN NaN NaN
END
$p1s0 << END
10 0.1516 0.14663172457649934 0.15656827542350069 NaN NaN
20 0.3032 0.2932634491529987 0.31313655084700137 NaN NaN
30 0.45480000000000004 0.439895173729498 0.4697048262705021 NaN NaN
40 0.6064 0.5865268983059974 0.6262731016940027 NaN NaN
50 0.758 0.7331586228824967 0.7828413771175033 NaN NaN
END
$p1s1 << END
10 0.75 NaN NaN NaN NaN
20 0.75 NaN NaN NaN NaN
30 0.75 NaN NaN NaN NaN
40 0.75 NaN NaN NaN NaN
50 0.75 NaN NaN NaN NaN
END
$p1s2 << END
10 0.15 0.14503172457649932 0.15496827542350067 NaN NaN
20 0.3 0.29006344915299864 0.30993655084700134 NaN NaN
30 0.45 0.43509517372949785 0.46490482627050217 NaN NaN
40 0.6 0.5801268983059973 0.6198731016940027 NaN NaN
50 0.75 0.7251586228824967 0.7748413771175033 NaN NaN
END
$p1s3 << END
10 0.75 NaN NaN NaN NaN
20 0.75 NaN NaN NaN NaN
30 0.75 NaN NaN NaN NaN
40 0.75 NaN NaN NaN NaN
50 0.75 NaN NaN NaN NaN
END
$p1s4 << END
10 0.144 0.13903172457649932 0.14896827542350066 NaN NaN
20 0.288 0.27806344915299863 0.2979365508470013 NaN NaN
30 0.432 0.417095173729498 0.446904826270502 NaN NaN
40 0.576 0.5561268983059973 0.5958731016940026 NaN NaN
50 0.7200000000000001 0.6951586228824967 0.7448413771175034 NaN NaN
END
$p1s5 << END
10 0.75 NaN NaN NaN NaN
20 0.75 NaN NaN NaN NaN
30 0.75 NaN NaN NaN NaN
40 0.75 NaN NaN NaN NaN
50 0.75 NaN NaN NaN NaN
END
set multiplot
unset key
set border 3 lc rgb '#444444' lw 0.9
set tics out nomirror scale 0.6,0.3 textcolor rgb '#000000'
set bars 0.5
set pointintervalbox 0.01
set grid xtics ytics back lt 1 lc rgb '#e4e4e4' lw 0.6
set xrange [10:50]
set yrange [0.0963412419494491:0.8155318597445536]
set lmargin at screen 0.0927081
set rmargin at screen 0.482917
set bmargin at screen 0.225376
set tmargin at screen 0.776294
set xtics offset 0,0.4 ('10' 10, '20' 20, '30' 30, '40' 40, '50' 50)
set ytics offset 0.5,0 ('0.2' 0.2, '0.4' 0.4, '0.6' 0.6, '0.8' 0.8)
unset label
set label 'FALD' at screen 0.287813, screen 0.806344 center noenhanced
plot $p0s4 using 1:3:4 with filledcurves fs transparent solid 0.16 noborder lc rgb '#009E73' notitle, \
  $p0s2 using 1:3:4 with filledcurves fs transparent solid 0.16 noborder lc rgb '#D55E00' notitle, \
  $p0s0 using 1:3:4 with filledcurves fs transparent solid 0.16 noborder lc rgb '#0072B2' notitle, \
  $p0s0 using 1:2 with linespoints lc rgb '#0072B2' dt solid lw 1.8 pt 7 ps 0.6 notitle, \
  $p0s1 using 1:2 with lines lc rgb '#0072B2' dt (0.5,2.5) lw 2 notitle, \
  $p0s2 using 1:2 with linespoints lc rgb '#D55E00' dt (8,6) lw 1.8 pt 5 ps 0.6 notitle, \
  $p0s3 using 1:2 with lines lc rgb '#D55E00' dt (0.5,2.5) lw 2 notitle, \
  $p0s4 using 1:2 with linespoints lc rgb '#009E73' dt (1,4.5) lw 1.8 pt 9 ps 0.6 notitle, \
  $p0s5 using 1:2 with lines lc rgb '#009E73' dt (0.5,2.5) lw 2 notitle
set lmargin at screen 0.521273
set rmargin at screen 0.911482
set bmargin at screen 0.225376
set tmargin at screen 0.776294
set xtics offset 0,0.4 ('10' 10, '20' 20, '30' 30, '40' 40, '50' 50)
set ytics offset 0.5,0 ('' 0.2, '' 0.4, '' 0.6, '' 0.8)
unset label
set label 'VR-FALD*' at screen 0.716378, screen 0.806344 center noenhanced
plot $p1s4 using 1:3:4 with filledcurves fs transparent solid 0.16 noborder lc rgb '#009E73' notitle, \
  $p1s2 using 1:3:4 with filledcurves fs transparent solid 0.16 noborder lc rgb '#D55E00' notitle, \
  $p1s0 using 1:3:4 with filledcurves fs transparent solid 0.16 noborder lc rgb '#0072B2' notitle, \
  $p1s0 using 1:2 with linespoints lc rgb '#0072B2' dt solid lw 1.8 pt 7 ps 0.6 notitle, \
  $p1s1 using 1:2 with lines lc rgb '#0072B2' dt (0.5,2.5) lw 2 notitle, \
  $p1s2 using 1:2 with linespoints lc rgb '#D55E00' dt (8,6) lw 1.8 pt 5 ps 0.6 notitle, \
  $p1s3 using 1:2 with lines lc rgb '#D55E00' dt (0.5,2.5) lw 2 notitle, \
  $p1s4 using 1:2 with linespoints lc rgb '#009E73' dt (1,4.5) lw 1.8 pt 9 ps 0.6 notitle, \
  $p1s5 using 1:2 with lines lc rgb '#009E73' dt (0.5,2.5) lw 2 notitle
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
set xrange [0:653.88]
set yrange [0:299.5]
set label 'study' at first 326.94, first 285.5 noenhanced front center
set label 'iteration' at first 328.31, first 34.5 noenhanced front center
set label 'accuracy' at first 12, first 150 noenhanced front center rotate by 90
set label ('Mean over replicates with the 95 % interval of Student' . "'" . 's t, n = 3.') at first 8, first 11.5 noenhanced front left tc rgb '#444444' font ',10'
set label '' at first 605, first 208 noenhanced front point lc rgb '#009E73' pt 9 ps 0.6
set label 'K = 20' at first 614, first 208 noenhanced front left font ',10'
set label '' at first 605, first 221 noenhanced front point lc rgb '#D55E00' pt 5 ps 0.6
set label 'K = 5' at first 614, first 221 noenhanced front left font ',10'
set label '' at first 605, first 234 noenhanced front point lc rgb '#0072B2' pt 7 ps 0.6
set label 'K = 1' at first 614, first 234 noenhanced front left font ',10'
set label 'exact' at first 327.59, first 265 noenhanced front left
$legend0 << END
288.59 265
304.59 265
320.59 265
END
plot $legend0 using 1:2 with lines lc rgb '#000000' dt (0.5,2.5) lw 2 notitle
unset multiplot
