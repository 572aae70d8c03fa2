// Readies a page of the book for paper (tools/paper.py), and tells its places: [[level, title, id]].
// `live` is what leads from a widget to the page where it works.
(live) => {
  const article = document.querySelector("article"), hidden = document.createElement("div");
  // A PDF knows the places to which links of its page lead: here to each, for links from other pages.
  hidden.hidden = true;
  for (const { id } of article.querySelectorAll("[id]")) {
    const link = document.createElement("a");
    link.href = `#${id}`;
    hidden.append(link);
  }
  document.body.append(hidden);
  for (const widget of article.querySelectorAll("[data-afm]")) {
    const line = document.createElement("p"), link = document.createElement("a");
    line.className = "paper-live";
    // a link to this very address would lead to a place of the PDF
    link.href = `${location.origin}${location.pathname}?live#${widget.closest("section[id]").id}`;
    link.textContent = live[widget.dataset.afm] ?? live.other;
    line.append(link);
    widget.append(line);
  }
  return [...article.querySelectorAll("h1, h2:not(details *)")].map((heading) => {
    const title = heading.cloneNode(true);
    for (const link of title.querySelectorAll(".headerlink")) link.remove();
    return [Number(heading.tagName[1]), title.textContent.trim(), heading.closest("section").id];
  });
}
