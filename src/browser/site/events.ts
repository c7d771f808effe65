// Tells the site that a page was viewed.
import { report, told } from './report.ts'

function reportView(): void {
  if (told) report('page_view')
}

// A page that the browser prepared ahead is viewed when it is shown.
const { prerendering } = document as Document & { prerendering?: boolean }
if (prerendering) document.addEventListener('prerenderingchange', reportView, { once: true })
else reportView()
