"""What every widget has to bear, and what is too small to be hit."""

SMALL = """() => ["button", "input[type=text]", "select", "label:has([type=radio])"]
  .flatMap((kind) => [...document.querySelectorAll(kind)])
  .filter((el) => el.checkVisibility()).map((el) => [el.textContent, el.getBoundingClientRect()])
  .filter(([, box]) => box.width < 24 || box.height < 24).map(([text]) => text)"""
HOSTILE = [
    "<img src=x onerror=\"document.title='broken'\"> </script><script>document.title = 1</script>",
    "x" * 10_000,
    "🦜 " * 30,
    "שלום עולם bank مرحبا",
    "\u202ebank <mask>\u2066 the",
]
