export { integrationInstallations } from './service.ts'
export { siteInstallations } from './site-installations.ts'
export { spaceInstallations } from './space-installations.ts'
