// A line for each of two times, drawn as SVG: now, and before.
import { siteWords } from '../../words-sites.ts'
import { LINES, type Point, topOf } from './insights-range.ts'

const text = siteWords.insights
const HEIGHT = 240
/** Narrow windows get a narrow chart, so that its words stay as large. */
const widthOf = (): number => (matchMedia('(max-width: 40rem)').matches ? 360 : 1000)
const MARGIN = { start: 56, end: 8, top: 10, bottom: 26 }

const figures = new Intl.NumberFormat(document.documentElement.dataset.locale ?? 'en-GB')
const days = new Intl.DateTimeFormat(document.documentElement.dataset.locale ?? 'en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

export const counted = (count: number): string => figures.format(count)
export const dayOf = (at: string): string => days.format(new Date(at))

export function Chart({ label, now, before }: { label: string; now: readonly Point[]; before: readonly Point[] }) {
  const width = widthOf()
  const top = topOf([...now, ...before].map(({ count }) => count))
  const x = (at: number, all: number) =>
    MARGIN.start + (at / Math.max(1, all - 1)) * (width - MARGIN.start - MARGIN.end)
  const y = (count: number) => HEIGHT - MARGIN.bottom - (count / top) * (HEIGHT - MARGIN.top - MARGIN.bottom)
  const path = (points: readonly Point[]) =>
    points
      .map(({ count }, at) => `${at === 0 ? 'M' : 'L'}${x(at, points.length).toFixed(1)} ${y(count).toFixed(1)}`)
      .join('')
  const marks = [0, Math.floor((now.length - 1) / 2), now.length - 1]
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={label}>
        {Array.from({ length: LINES + 1 }, (_, line) => (line / LINES) * top).map((count) => (
          <g key={count}>
            <path class="grid" d={`M${MARGIN.start} ${y(count)}H${width - MARGIN.end}`} />
            <text x={MARGIN.start - 8} y={y(count) + 4} text-anchor="end">
              {counted(count)}
            </text>
          </g>
        ))}
        <path class="earlier" d={path(before)} />
        <path class="current" d={path(now)} />
        {now.length > 0 &&
          marks.map((at, place) => (
            <text key={place} x={x(at, now.length)} y={HEIGHT - 6} text-anchor={['start', 'middle', 'end'][place]}>
              {dayOf(now[at]!.at)}
            </text>
          ))}
        {now.map((point, at) => (
          <circle key={point.at} cx={x(at, now.length)} cy={y(point.count)} r="7">
            <title>{`${dayOf(point.at)}: ${counted(point.count)}`}</title>
          </circle>
        ))}
      </svg>
      <details>
        <summary>{text.asTable}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.day}</th>
              <th scope="col">{text.now}</th>
              <th scope="col">{text.before}</th>
            </tr>
          </thead>
          <tbody>
            {now.map((point, at) => (
              <tr key={point.at}>
                <th scope="row">{dayOf(point.at)}</th>
                <td>{counted(point.count)}</td>
                <td>{counted(before[at]?.count ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
