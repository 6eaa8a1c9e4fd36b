reset
set encoding utf8
set samples 2
{data}set xlabel {x_label} offset 0,0.3
set ylabel {y_label}
set grid lt 1 lw 0.7 lc rgb '{grid}'
# Away from the x label: begins with an empty line.
set key outside bottom center horizontal Left reverse samplen 5 spacing 1.2 title ' '
set border 3
set tics nomirror
set format '%g'
{log_x}{log_y}# An empty title needs no space; without one the SVG would depend on the figure drawn before it.
set title ' '
set tmargin 1
set terminal svg noenhanced dynamic size 760,520 font 'DejaVu Sans,14'
set output {svg}
{plot}
set terminal pngcairo noenhanced size 1520,1040 font 'DejaVu Sans,13' fontscale 1.7 linewidth 2 pointscale 2 background '#ffffff'
set title {title}
set tmargin -1
set output {png}
replot
unset output
