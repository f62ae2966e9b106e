/** Text that is not drawn as Markdown, with the sentence that says why. */
export function PlainText({ text, reason }: { readonly text: string; readonly reason: string }) {
  return (
    <>
      <p className="md-reason">{reason}</p>
      <p className="md-plain">{text}</p>
    </>
  )
}
