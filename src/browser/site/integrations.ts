// Loads the scripts of integrations. Those that set cookies are not loaded for readers who ask not to be followed.
const { globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }

for (const { content, dataset } of document.querySelectorAll<HTMLMetaElement>('meta[name="lectern-script"]')) {
  if (dataset.cookies !== undefined && globalPrivacyControl) continue
  const script = document.createElement('script')
  script.src = content
  document.head.append(script)
}
