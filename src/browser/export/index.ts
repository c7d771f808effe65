// The script of exported sites: as on a server, but everything comes from files beside the page.
import './offline.ts'
import './choices.ts'
import '../site/index.ts'
