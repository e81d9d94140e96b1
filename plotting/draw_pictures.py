# draw_pictures.py FOLDER NAME…: draws FOLDER/NAME.vl.json as NAME.svg and NAME.png.
import pathlib, sys
import vl_convert

def write(path, content):
    beside = path.with_name(path.name + ".new")
    beside.write_bytes(content)
    beside.replace(path)

for name in sys.argv[2:]:
    path = pathlib.Path(sys.argv[1], name + ".vl.json")
    svg = vl_convert.vegalite_to_svg(path.read_text(encoding="utf-8"))
    write(path.with_name(name + ".svg"), svg.encode())
    write(path.with_name(name + ".png"), vl_convert.svg_to_png(svg, scale=2))
