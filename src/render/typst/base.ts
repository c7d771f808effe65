// The shared layout: paper, fonts, colours, header and footer.
import { UNBROKEN } from './text.ts'

export const base = `
#let accent = rgb("#2457a6")
#let ink = rgb("#16181d")
#let dim = rgb("#5b6270")
#let grey = rgb("#9aa1ad")
#let rule = rgb("#d5d9e0")
#let wash = rgb("#f4f5f7")
#let ratio-type = ratio
#let han = "Noto Sans S Chinese"
#let cjk = (en: (han, "BIZ UDPGothic", "NanumGothic"), ja: ("BIZ UDPGothic", han, "NanumGothic"), ko: ("NanumGothic", han, "BIZ UDPGothic"))
#let faces(first, language) = (first, "Noto Naskh Arabic", "Noto Sans Hebrew", ..cjk.at(language, default: cjk.en), "Noto Color Emoji")
#let sans = faces("Source Sans 3", "en")
#let mono = faces("Source Code Pro", "en")
#let muted(it) = text(fill: dim, it)
#let nothing() = []
// The start edge of lines; it depends on the text direction, so it is only known in a context.
#let edge(value) = if text.dir == rtl { (right: value) } else { (left: value) }
#let barred(bar, inset, it, ..rest) = context block(width: 100%, stroke: edge(bar), inset: inset + edge(if type(inset) == dictionary and "x" in inset { inset.x } else { 1em }), ..rest, it)
#let pile(..items) = items.pos().join()
// A word that is wider than the room for it breaks anywhere. A ligature would be copied with the break in it, in other words too.
#let fitted(it) = context block(spacing: par.spacing, width: 100%, layout(room => {
  show regex("${UNBROKEN.replaceAll('\\', '\\\\')}{12,}"): word => context if measure(word).width > room.width { text(ligatures: false, word.text.clusters().join(sym.zws)) } else { word }
  it
}))

#set page(paper: "a4", margin: (x: 25mm, top: 27mm, bottom: 25mm))
#set text(font: sans, size: 10.5pt, fill: ink, lang: "en", hyphenate: false, number-type: "lining")
#set par(leading: 0.68em, spacing: 1.05em, justify: false)
#set std.list(marker: (text(fill: accent, "•"), text(fill: accent, "–")), indent: 0.2em, body-indent: 0.7em)
#set enum(indent: 0.2em, body-indent: 0.6em)
#set footnote.entry(separator: line(length: 18%, stroke: 0.5pt + rule), gap: 0.45em)
#show footnote.entry: set text(8pt, fill: dim)
#show math.equation: set text(font: ("New Computer Modern Math", ..sans))
#set table(stroke: none)
`
