// Site features by their names in the reference contract. There are no paid features, so every site has all of them.

const FEATURES = [
  'sites-adaptive-content',
  'sites-advanced-customization',
  'sites-advanced-insights',
  'sites-basic-customization',
  'sites-custom-domain',
  'sites-custom-fonts',
  'sites-custom-subdirectory',
  'sites-full-text-search',
  'sites-multivariant-site',
  'sites-page-feedback',
  'sites-page-traffic-insights',
  'sites-pdf-export',
  'sites-preview-deployments',
  'sites-public-visibility',
  'sites-redirects',
  'sites-search-insights',
  'sites-sections',
  'sites-seo',
  'sites-share-links',
  'sites-unlisted-visibility',
  'sites-visitor-authentication',
]

const CUSTOMIZATIONS = [
  'header-logo',
  'theme-preset',
  'premium-fonts',
  'custom-icons',
  'footer-logo',
  'footer-links',
  'footer-copyright',
  'semantic-colors',
]

export const SITE_FEATURES = FEATURES.map((id) => ({
  id,
  plan: 'basic' as const,
  frozen: false,
  ...(id === 'sites-advanced-customization' ? { customizations: CUSTOMIZATIONS } : {}),
}))
