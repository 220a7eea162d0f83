import { escapeHtml, renderStandalonePage } from '#api/shared/http/standalone-page.ts'
import { consent, type LegalText } from './legal-text.ts'

export const framePath = '/signing/frame'

const styles = `${framePath}/frame.css`

function sections({ sections }: LegalText, numbered: boolean): string {
  return sections
    .map(({ title, paragraphs }, index) => {
      const heading = numbered ? `${index + 1}. ${title}` : title
      return `<h2>${escapeHtml(heading)}</h2>\n${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}`
    })
    .join('\n')
}

interface FrameContent {
  signingId: string
  name: string
  email: string
  terms: LegalText
  privacy: LegalText
}

/** The page where the buyer reads and signs the terms. */
export function renderFrame({ signingId, name, email, terms, privacy }: FrameContent): string {
  return renderStandalonePage({
    title: terms.title,
    styles,
    script: `${framePath}/frame.js`,
    content: `      <h1>${escapeHtml(terms.title)}</h1>
      <p class="muted">Version ${escapeHtml(terms.version)}</p>
      <article>
${sections(terms, true)}
      </article>
      <details>
        <summary>${escapeHtml(privacy.title)}</summary>
        <div class="notice">
${sections(privacy, false)}
        </div>
      </details>
      <form id="sign" novalidate data-signing="${escapeHtml(signingId)}" data-terms="${escapeHtml(terms.version)}">
        <h2>Your signature</h2>
        <p class="muted">Signing as <strong>${escapeHtml(name)}</strong>, ${escapeHtml(email)}.</p>
        <fieldset>
          <legend>How do you want to sign?</legend>
          <label class="choice"><input type="radio" name="kind" value="typed" checked /> Type</label>
          <label class="choice"><input type="radio" name="kind" value="drawn" /> Draw</label>
        </fieldset>
        <div id="typed">
          <label for="text">Your name as your signature</label>
          <input id="text" autocomplete="name" maxlength="120" spellcheck="false" aria-describedby="problem" />
        </div>
        <div id="drawn" hidden>
          <p class="row">
            <span id="drawn-label">Draw with a mouse, pen or finger. On a keyboard, choose Type.</span>
            <button type="button" id="clear" class="quiet">Clear</button>
          </p>
          <canvas id="canvas" role="img" aria-labelledby="drawn-label"></canvas>
        </div>
        <label class="consent">
          <input type="checkbox" id="consent" aria-describedby="problem" />
          <span>${escapeHtml(consent.text)}</span>
        </label>
        <p id="problem" class="problem" role="alert"></p>
        <button id="submit" class="primary">Sign</button>
        <noscript><p class="problem">Signing needs JavaScript.</p></noscript>
      </form>
      <section id="done" class="done" hidden tabindex="-1">
        <h2>Document signed</h2>
        <p>Thank you. You can continue your registration.</p>
        <p><a id="copy" class="secondary" download>Download your copy</a></p>
      </section>`,
  })
}

/** For an incomplete or expired URL, or one from another browser. */
export function renderUnknownFrame(): string {
  return renderStandalonePage({
    title: 'Document not found',
    styles,
    content: `      <h1>This document isn’t open for signing</h1>
      <p>Close it and press “Read now” again. If that doesn’t help, allow cookies for this site.</p>`,
  })
}
