import { escapeHtml, ownPage } from '../../shared/own-page.ts'

/** Where the page's files are. */
export const pageFolder = '/handover'

interface StartRefused {
  brand: string
  reason: string
}

/** Says why a handover cannot begin, to a person who was led here by a link. */
export function startRefusedPage({ brand, reason }: StartRefused): string {
  return ownPage({
    title: `That did not work · ${brand}`,
    styles: `${pageFolder}/page.css`,
    content: `      <p class="brand">
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M1 23v-5.5h5.5V12H12V6.5h5.5V1H23v22z" /></svg>
        ${escapeHtml(brand)}
      </p>
      <h1>That did not work</h1>
      <p>You were sent here from another site, to go on without logging in.</p>
      <p class="problem" role="alert">${escapeHtml(reason)}</p>
      <p><a class="primary" href="/login">Go to login</a></p>`,
  })
}
