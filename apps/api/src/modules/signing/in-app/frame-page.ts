import { escapeHtml, ownPage } from '../../../shared/own-page.ts'
import { consent, type LegalText } from './legal-text.ts'

/** Where the page and its files are. */
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

interface FrameFacts {
  signingId: string
  name: string
  email: string
  terms: LegalText
  privacy: LegalText
}

/** The page on which the buyer terms are read and signed. */
export function framePage({ signingId, name, email, terms, privacy }: FrameFacts): string {
  return ownPage({
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
        <p class="muted">You sign as <strong>${escapeHtml(name)}</strong>, ${escapeHtml(email)}.</p>
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
            <span id="drawn-label">Draw with a mouse, a pen or a finger. By keyboard, choose Type.</span>
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
        <p>Thank you. You can go on with your registration.</p>
        <p><a id="copy" class="secondary" download>Download your copy</a></p>
      </section>`,
  })
}

/** The address is not complete, too old, or of another browser. */
export function unknownFramePage(): string {
  return ownPage({
    title: 'Document not found',
    styles,
    content: `      <h1>This document is not open for signing</h1>
      <p>Close it and press “Read now” again. If that does not help, allow cookies for this site.</p>`,
  })
}
