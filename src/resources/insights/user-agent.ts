// Classifies user agents. The order of the patterns matters, because most agents claim to be others too.

type Pattern<T extends string> = readonly (readonly [RegExp, T])[]

const BOTS = [
  [/googlebot|google-inspectiontool/i, 'googlebot'],
  [/bingbot/i, 'bingbot'],
  [/duckduckbot/i, 'duckduckbot'],
  [/facebookexternalhit|facebookbot|meta-externalagent/i, 'facebookbot'],
  [/applebot/i, 'applebot'],
  [/gptbot|chatgpt-user|oai-searchbot/i, 'chatgpt'],
  [/claudebot|anthropic-ai|claude-web|claude-user/i, 'anthropic'],
  [/bot\b|crawler|spider|curl|wget|headless/i, 'unknown'],
] as const satisfies Pattern<string>

const BROWSERS = [
  [/\bEdg(e|A|iOS)?\//, 'edge'],
  [/\bOPR\/|\bOpera\b/, 'opera'],
  [/\bMSIE |\bTrident\//, 'ie'],
  [/\bFirefox\/|\bFxiOS\//, 'firefox'],
  [/\bChrome\/|\bCriOS\//, 'chrome'],
  [/\bSafari\//, 'safari'],
] as const satisfies Pattern<string>

const SYSTEMS = [
  [/\b(iPhone|iPad|iPod)\b/, 'ios'],
  [/\bAndroid\b/, 'android'],
  [/\bWindows\b/, 'windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macos'],
  [/\bLinux\b|\bX11\b|\bCrOS\b/, 'linux'],
] as const satisfies Pattern<string>

const DEVICES = [
  [/\biPad\b|\bTablet\b|\bAndroid\b(?!.*\bMobile\b)/, 'tablet'],
  [/\bMobi(le)?\b|\biPhone\b|\biPod\b/, 'mobile'],
  [/\bWindows\b|\bMacintosh\b|\bX11\b|\bLinux\b/, 'desktop'],
] as const satisfies Pattern<string>

const match = (patterns: Pattern<string>, agent: string): string | undefined =>
  patterns.find(([pattern]) => pattern.test(agent))?.[1]

export const readUserAgent = (agent: string) => ({
  bot: match(BOTS, agent) ?? '',
  browser: match(BROWSERS, agent) ?? 'unknown',
  os: match(SYSTEMS, agent) ?? 'unknown',
  device: match(DEVICES, agent) ?? 'unknown',
})
