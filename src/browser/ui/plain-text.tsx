/** A text as it is, such as JSON or a log, in a box of its own. */
export const PlainText = ({ label, children }: { label: string; children: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: long ones are scrolled by keyboard
  <section class="plain-text" aria-label={label} tabIndex={0}>
    <pre>{children}</pre>
  </section>
)
