# How Sphinx makes the site of the documentation; site.bash calls it.
import os
import re

project = "Skald"
root_doc = "README"
extensions = ["myst_parser"]
myst_heading_anchors = 4
html_theme = "furo"
html_title = "Skald"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
pygments_style = "default"
pygments_dark_style = "monokai"
# Code blocks that name no language, or one that Pygments misreads, are shown as they are.
highlight_language = "text"
suppress_warnings = ["misc.highlighting_failure", "myst.header"]


def name_readmes(app, docname, source):
    """Completes links to folders, which show their README where sources are browsed."""
    here = os.path.dirname(app.env.doc2path(docname))

    def complete(link):
        path = os.path.join(here, link[1])
        return f"]({link[1]}/README.md)" if os.path.isdir(path) else link[0]

    source[0] = re.sub(r"\]\(([^)#\s:]+)\)", complete, source[0])


def title_tables(app, docname, source):
    """Gives the tables of studies, which their README shows, a page of their own."""
    parts = docname.split("/")
    if parts[0] == "results" and len(parts) == 3 and parts[2] != "README":
        name = parts[2].replace("_", " ").capitalize()
        source[0] = f"---\norphan: true\n---\n# {name} of {parts[1]}\n\n{source[0]}"


def setup(app):
    app.connect("source-read", name_readmes)
    app.connect("source-read", title_tables)
