"""Dark mode without a flash of the light page.

The theme's deferred script is the first to say what the reader's "auto" means: until then the page
would be light, and show the logos of both modes. Paper is light for everybody.
"""

CHOOSE = """
  if (document.documentElement.dataset.theme === "auto")
    document.documentElement.dataset.theme =
      matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  addEventListener("beforeprint", () => {
    const page = document.documentElement.dataset, { theme } = page;
    page.theme = "light";
    addEventListener("afterprint", () => { page.theme = theme; }, { once: true });
  });
"""


def setup(app):
    """Let each page choose its theme before the first paint."""
    app.add_js_file(None, body=CHOOSE)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
