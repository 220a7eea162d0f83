import { escapeHtml, renderStandalonePage } from '#api/shared/http/standalone-page.ts'

export const pageFolder = '/handover'

interface StartErrorPage {
  brand: string
  reason: string
}

/** For a person whose handover link does not work. */
export function renderStartErrorPage({ brand, reason }: StartErrorPage): string {
  return renderStandalonePage({
    title: `We couldn’t log you in · ${brand}`,
    styles: `${pageFolder}/page.css`,
    content: `      <p class="brand">
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M1 23v-5.5h5.5V12H12V6.5h5.5V1H23v22z" /></svg>
        ${escapeHtml(brand)}
      </p>
      <h1>We couldn’t log you in</h1>
      <p>You followed a login link from another site.</p>
      <p class="problem" role="alert">${escapeHtml(reason)}</p>
      <p><a class="primary" href="/login">Go to login</a></p>`,
  })
}
