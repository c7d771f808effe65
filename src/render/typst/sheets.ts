// The frame of the book: cover, contents, running header, page numbers, and page openings.

export const sheets = `
#let opening = <opening>
#let header(title) = context {
  let next = query(selector(opening).after(here())).at(0, default: none)
  let opens-here = next != none and next.location().page() == here().page()
  let last = query(selector(opening).before(here())).at(-1, default: none)
  if last != none and not opens-here {
    set text(8.5pt, fill: dim)
    grid(columns: (1fr, 1fr), column-gutter: 1em, fitted(title), align(end, fitted(last.value)))
    v(-0.5em)
    line(length: 100%, stroke: 0.4pt + rule)
  }
}
#let folio() = context {
  set text(8.5pt, fill: dim)
  align(center, counter(page).display())
}
#let cover(title, subtitle, publisher, date, note) = page(header: none, footer: none, margin: (x: 25mm, y: 30mm), {
  set par(leading: 0.5em)
  v(1fr)
  rect(width: 22mm, height: 2.2mm, fill: accent, stroke: none)
  v(6mm)
  if subtitle != none { block(below: 5mm, text(13pt, fill: dim, fitted(subtitle))) }
  block(text(32pt, weight: 700, fitted(title)))
  v(2fr)
  set text(11pt, fill: dim)
  block(below: 2.5mm, fitted(publisher))
  block(below: 2.5mm, date)
  if note != none { block(fitted(note)) }
})
// In place of cover and contents, above the title of the only page.
#let masthead(names, note) = block(below: 9mm, width: 100%, {
  set text(9pt, fill: dim)
  block(below: 1.6mm, fitted(names.join(" · ")))
  if note != none { block(below: 1.6mm, fitted(note)) }
  line(length: 100%, stroke: 0.4pt + rule)
})
#let contents() = {
  page(header: none, {
    block(below: 9mm, text(20pt, weight: 700)[Contents])
    show outline.entry: it => {
      let is-page = it.element.supplement != [section]
      let depth = it.level - 1
      let face = if depth == 0 { (weight: 600, above: 1.05em) } else { (weight: 400, above: 0.62em) }
      block(above: face.above, below: 0pt, width: 100%, link(it.element.location(), {
        set text(weight: face.weight, fill: if is-page { ink } else { dim })
        grid(
          columns: (calc.min(depth, 6) * 1.3em, 1fr, auto), column-gutter: (0pt, 0.8em),
          [], fitted(par(hanging-indent: 1em, it.body() + if depth > 0 { h(0.5em) + box(width: 1fr, text(fill: rule, repeat(gap: 0.25em)[.])) })), align(bottom, it.page()),
        )
      }))
    }
    outline(title: none, depth: 20)
  })
}
#let chapter(id, level, title, shown, kind, description) = {
  if kind != "bare" { pagebreak(weak: true) }
  [#metadata(title)#label("opening")]
  let size = if level == 0 { 24pt } else if level == 1 { 20pt } else { 17pt }
  show heading: _ => if kind == "group" {
    block(below: 2.2em, sticky: true, { text(17pt, weight: 700, fill: accent, fitted(shown)); v(-0.4em); line(length: 100%, stroke: 0.8pt + accent) })
  } else { block(above: 0pt, below: 1.1em, sticky: true, text(size, weight: 700, fitted(par(leading: 0.45em, shown)))) }
  [#heading(level: level + 1, supplement: [page], title)#label(id)]
  if description != none { block(below: 1.8em, text(1.12em, fill: dim, fitted(description))) }
}
#let in-language(language, direction, it) = {
  set text(font: faces("Source Sans 3", language), lang: language, dir: if direction == "rtl" { rtl } else { ltr })
  it
}
`
