// How the parts of an interface stand together.
import { isSet, textIn } from '../fields.ts'
import { sign } from '../html/signs.ts'
import { attributes, type Html, html, NOTHING } from '../html/template.ts'
import type { Element, Kit, Writer } from './contract.ts'
import { drawMark } from './icons.ts'
import { drawButtons, drawControls, pressIn, pressOf } from './inputs.ts'
import { actionIn, jsonOf, oneIn, textOf } from './values.ts'

const block: Writer = (element, kit) => {
  const controls = kit.isEditable ? drawControls(element.controls, kit) : NOTHING
  const shown = controls.text === '' ? NOTHING : html`<div class="ck-controls">${controls}</div>`
  return html`<div class="ck-stack">${kit.draw(element.children)}</div>${shown}`
}

const MAX_GROW = 6

const box: Writer = (element, kit) => {
  const grow = Math.round(Number(element.grow))
  const own = attributes({ class: 'ck-box', 'data-grow': grow > 0 ? Math.min(grow, MAX_GROW) : undefined })
  return html`<div${own}>${kit.draw(element.children)}</div>`
}

const stack =
  (name: string): Writer =>
  (element, kit) => {
    const align = oneIn(element, 'align', ['start', 'center', 'end'])
    return html`<div${attributes({ class: name, 'data-align': align })}>${kit.draw(element.children)}</div>`
  }

const divider: Writer = (element) =>
  html`<hr${attributes({ class: 'ck-divider', 'data-size': oneIn(element, 'size', ['small', 'medium', 'large']) })}>`

const card: Writer = (element, kit) => {
  const action = pressIn(element, kit)
  const title = textOf(element, 'title', kit)
  const hint = typeof element.hint === 'string' ? html`${textOf(element, 'hint', kit)}` : kit.draw(element.hint)
  const mark = drawMark(element.icon, kit)
  const body = kit.draw(element.children)
  return html`<div${attributes({ class: ['ck-card', action && 'ck-pressed'] })}>${
    mark.text === '' ? NOTHING : html`<span class="ck-mark">${mark}</span>`
  }<div class="ck-about">${drawTitle(title, action, element, kit)}${
    hint.text === '' ? NOTHING : html`<span class="ck-help">${hint}</span>`
  }${body.text === '' ? NOTHING : html`<div class="ck-stack">${body}</div>`}</div>${drawButtons(element.buttons, kit)}</div>`
}

/** The title of a card; all of the card is pressed with it. */
function drawTitle(title: string | undefined, action: Element | undefined, element: Element, kit: Kit): Html {
  if (!action) return title === undefined ? NOTHING : html`<b>${title}</b>`
  const { href, own } = pressOf(action, element, kit)
  const more = attributes({ class: 'ck-press', 'aria-label': title ? undefined : kit.context.words.kit.press })
  return href ? html`<a${more}${own}>${title}</a>` : html`<button${more}${own}>${title}</button>`
}

const hint: Writer = (element, kit) =>
  html`<div class="ck-hint">${sign('info')}<div>${kit.draw(element.children)}</div></div>`

const configuration: Writer = (element, kit) => html`<div class="ck-stack">${kit.draw(element.children)}</div>`

const modal: Writer = (element, kit) => {
  const title = textOf(element, 'title', kit)
  const subtitle = kit.draw(element.subtitle)
  const submit = kit.draw(element.submit)
  const own = attributes({
    class: 'ck-modal',
    'data-title': title,
    'data-size': oneIn(element, 'size', ['medium', 'xlarge', 'fullscreen']),
    'data-return': jsonOf(isSet(element.returnValue) ? element.returnValue : undefined, kit),
  })
  const head = title === undefined ? NOTHING : html`<h2>${title}</h2>`
  return html`<div${own}><header>${head}${
    subtitle.text === '' ? NOTHING : html`<p class="ck-help">${subtitle}</p>`
  }</header><div class="ck-stack">${kit.draw(element.children)}</div>${
    submit.text === '' ? NOTHING : html`<footer>${submit}</footer>`
  }</div>`
}

/** Steps one after the other: only the active one is open. */
const stepper: Writer = (element, kit) => {
  const steps = (Array.isArray(element.children) ? element.children : [element.children]).filter(isSet)
  const at = Math.max(
    steps.findIndex(({ id }) => id === element.activeStep),
    0,
  )
  const titles = steps.map(
    (step, index) =>
      html`<li${attributes({ 'aria-current': index === at ? 'step' : undefined, class: index < at ? 'ck-past' : undefined })}>${textOf(step, 'title', kit) ?? String(index + 1)}</li>`,
  )
  const { back, next, done } = kit.context.words.kit
  const go = (to: Element | undefined) => {
    const action = actionIn(element, to ? 'onStepChange' : 'onComplete')
    return action && to ? { ...action, step: textIn(to, 'id') ?? '' } : action
  }
  const move = (label: string, action: Element | undefined, isOn: boolean, isMain: boolean) =>
    html`<button${attributes({ type: 'button', class: ['btn scripted', isMain && 'main'], 'data-press': jsonOf(action, kit), disabled: !isOn || !action })}>${label}</button>`
  const backward = at > 0 && move(back, go(steps[at - 1]), true, false)
  const last = at === steps.length - 1
  const forward = move(last ? done : next, go(last ? undefined : steps[at + 1]), steps[at]?.next === true, true)
  return html`<div class="ck-stepper"><ol>${titles}</ol><div class="ck-stack">${kit.draw(steps[at]?.children)}</div>${kit.isStill ? NOTHING : html`<div class="ck-row">${backward}${forward}</div>`}</div>`
}

export const layoutWriters: Record<string, Writer> = {
  block,
  box,
  vstack: stack('ck-stack'),
  hstack: stack('ck-row'),
  divider,
  card,
  hint,
  configuration,
  modal,
  stepper,
}
