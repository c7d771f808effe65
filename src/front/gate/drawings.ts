// The drawings on the pages for signing in.
import { html } from '../../render/html/index.ts'

const path = (d: string) => html`<svg class="i" viewBox="0 0 16 16" aria-hidden="true"><path d="${d}"/></svg>`

export const ICONS = {
  key: html`<svg class="i" viewBox="0 0 16 16" aria-hidden="true"><circle cx="5" cy="8" r="2.75"/><path d="M7.75 8h6.5v2.5M11.5 8v2"/></svg>`,
  bad: path('M5.5 2h5L14 5.5v5L10.5 14h-5L2 10.5v-5zM8 5v3.5M8 11v.01'),
  mail: html`<svg class="i" viewBox="0 0 16 16" aria-hidden="true"><rect x="2" y="3.5" width="12" height="9" rx="1"/><path d="M2.5 4.5 8 8.75l5.5-4.25"/></svg>`,
  lock: html`<svg class="i" viewBox="0 0 16 16" aria-hidden="true"><rect x="3.5" y="7" width="9" height="6.5" rx="1"/><path d="M5.5 7V5a2.5 2.5 0 0 1 5 0v2"/></svg>`,
} as const

export const LOGO = html`<svg width="28" height="28" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M3.5 9 4.75 12.25 20.25 6.5 19.25 3.75 5 9z" fill="currentColor"/><path d="M12.25 10v10.5M7.75 20.5h9"/></svg>`

/** An open book on a lectern. */
export const SCENE = html`<div class="scene" aria-hidden="true"><svg viewBox="0 0 560 620" fill="none" stroke="var(--ink)" stroke-width="2" stroke-linejoin="round" stroke-linecap="round">
<path d="M40 560H520" stroke="var(--edge)"/>
<path d="M264 330V524H296V322" fill="var(--paper)"/><path d="M196 560c0-24 28-40 84-40s84 16 84 40z" fill="var(--paper)"/>
<path d="M120 270 160 360v18L120 288z" fill="var(--well)"/><path d="M120 270 416 178 456 262 160 360z" fill="var(--card)"/><path d="M160 360 456 262v18L160 378z" fill="var(--paper)"/>
<path d="M152 250c38-22 86-34 134-24l30 86c-48-10-96 2-134 24z" fill="var(--paper)"/><path d="M286 226c28-30 68-50 112-52l30 84c-44 2-84 24-112 54z" fill="var(--paper)"/>
<path d="M183 341c38-22 85-34 133-24 28-30 68-51 112-54" stroke="var(--field)" stroke-width="1.5"/>
<g stroke="var(--field)" stroke-width="1.5"><path d="M178 262c26-12 58-19 88-16M185 279c26-12 58-19 88-16M192 296c26-12 58-19 88-16M199 313c20-9 40-14 60-15"/><path d="M308 230c22-20 48-32 78-36M315 247c22-20 48-32 78-36M322 264c22-20 48-32 78-36M329 281c14-12 28-21 44-27"/></g>
<path d="M310 311 314 404 323 392 334 399 329 303c-7 3-12 6-19 8z" fill="var(--accent)" stroke="var(--accent)"/>
</svg></div>`
