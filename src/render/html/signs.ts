// The signs of the interface: drawn on a grid of 16, one stroke wide.
import { type Html, html } from './template.ts'

const PATHS = {
  info: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM8 7.25v3.5M8 5v.01',
  warning: 'M8 2.5 14.25 13H1.75zM8 6.5v3M8 11.25v.01',
  danger: 'M5.5 2h5L14 5.5v5L10.5 14h-5L2 10.5v-5zM8 5v3.5M8 11v.01',
  success: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM5.25 8.25l2 2 3.5-4',
  right: 'M6 3.75 10.25 8 6 12.25',
  down: 'M3.75 6 8 10.25 12.25 6',
  file: 'M4 2.5h5L12.5 6v7.5H4zM9 2.5V6h3.5',
  page: 'M3.5 2.5h9v11h-9zM6 5.75h4M6 8.25h4M6 10.75h2.5',
  play: 'M5 3.25v9.5L12.5 8z',
  check: 'M3.5 8.5l3 3 6-7',
  away: 'M6.5 3.5h-3v9h9v-3M9 3h4v4M13 3 7.5 8.5',
  back: 'M13 8H3M7 4 3 8l4 4',
  next: 'M3 8h10M9 4l4 4-4 4',
  half: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM8 2v12M8 4h2.5M8 6.5h4.25M8 9.5h4.25M8 12h2.5',
  close: 'M4 4l8 8M12 4l-8 8',
  search: 'M12 7A5 5 0 1 1 2 7a5 5 0 0 1 10 0zM10.75 10.75 14 14',
  hash: 'M6.5 2.5 5 13.5M11 2.5 9.5 13.5M3 6h11M2.5 10h11',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  more: 'M3.5 8v.01M8 8v.01M12.5 8v.01',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
} as const

export type Sign = keyof typeof PATHS

const signs = Object.fromEntries(
  Object.entries(PATHS).map(([name, path]) => [
    name,
    html`<svg class="i i-${name}" viewBox="0 0 16 16" aria-hidden="true"><path d="${path}"/></svg>`,
  ]),
) as Record<Sign, Html>

export const sign = (name: Sign): Html => signs[name]
