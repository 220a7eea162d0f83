import { escapeHtml } from '../../../shared/own-page.ts'

/** What a letter says; {@link renderLetter} gives it its two forms. */
export interface LetterWords {
  subject: string
  firstName: string
  paragraphs: readonly string[]
  /** The one thing to do, as a button and as a bare address. */
  action?: { label: string; link: string }
  /** Stands below the action, smaller. */
  footnote?: string
}

/** One line, whatever a name holds: a line break would begin a header or a paragraph of its own. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
}

/** Plain text, and HTML that needs no picture, no style sheet and no script. */
export function renderLetter(
  { subject, paragraphs, action, footnote, ...words }: LetterWords,
  brand: string,
): { subject: string; text: string; html: string } {
  const firstName = oneLine(words.firstName)
  const greeting = firstName === '' ? 'Hello,' : `Hello ${firstName},`
  const text = [
    greeting,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.link}`] : []),
    ...(footnote ? [footnote] : []),
    brand,
  ].join('\n\n')
  const paragraph = (content: string) => `<p style="margin:0 0 16px">${content}</p>`
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,sans-serif">',
    '<div style="max-width:520px;margin:0 auto">',
    `<p style="margin:0 0 24px;font-size:20px;font-weight:600">${escapeHtml(brand)}</p>`,
    ...[greeting, ...paragraphs].map((content) => paragraph(escapeHtml(content))),
    ...(action ? [button(action)] : []),
    ...(footnote
      ? [`<p style="margin:24px 0 0;font-size:14px;opacity:0.75">${escapeHtml(footnote)}</p>`]
      : []),
    '</div></body></html>',
  ].join('\n')
  return { subject: oneLine(subject), text: `${text}\n`, html }
}

function button({ label, link }: { label: string; link: string }): string {
  const href = escapeHtml(link)
  return [
    `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:8px;`,
    `background:#0a6a4d;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`,
    `<p style="margin:0 0 16px;font-size:14px;overflow-wrap:anywhere">${href}</p>`,
  ].join('')
}
