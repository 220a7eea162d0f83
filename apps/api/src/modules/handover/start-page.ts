import { escapeHtml, ownPage } from '../../shared/own-page.ts'

/** Address of the page's styles. */
export const pageStyles = '/handover/page.css'

/** Says why a handover cannot begin, to a person who was led here by a link. */
export function startRefusedPage(reason: string): string {
  return ownPage({
    title: 'That did not work',
    styles: pageStyles,
    content: `      <h1>That did not work</h1>
      <p>You were sent here from another site, to go on without logging in.</p>
      <p class="problem" role="alert">${escapeHtml(reason)}</p>
      <p><a class="primary" href="/login">Go to login</a></p>`,
  })
}
