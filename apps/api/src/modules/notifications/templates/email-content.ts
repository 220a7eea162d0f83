import { escapeHtml } from '#api/shared/http/standalone-page.ts'

export interface EmailContent {
  subject: string
  firstName: string
  paragraphs: readonly string[]
  /** Text that another person wrote to the reader. Shown as theirs, as plain text without links. */
  message?: { from: string; text: string }
  /** Rendered as a button and as a plain URL. */
  action?: { label: string; link: string }
  /** Small text below the action. */
  footnote?: string
}

/** Collapses text to one line, because a line break in a name could start a header or paragraph. */
export function toOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
}

/**
 * Text that mail clients do not turn into links: `evil.example` becomes `evil[.]example`. For messages by strangers and to
 * addresses unknown to us.
 */
export function withoutLinks(text: string): string {
  return text
    .replaceAll(/:(?=\/\/)/g, '[:]')
    .replaceAll(/(?<=[\p{L}\p{N}\p{M}])[.\u3002\uff0e\uff61](?=[\p{L}\p{N}]*\p{L}[\p{L}\p{N}])/gu, '[.]')
}

function linesOf({ text }: { text: string }): string[] {
  return text
    .split(/\n+/)
    .map((line) => withoutLinks(toOneLine(line)))
    .filter((line) => line !== '')
}

/** Renders plain text, and HTML without images, style sheets or scripts. */
export function renderEmail(
  { subject, paragraphs, message, action, footnote, ...rest }: EmailContent,
  brand: string,
): { subject: string; text: string; html: string } {
  const firstName = toOneLine(rest.firstName)
  const greeting = firstName === '' ? 'Hello,' : `Hello ${firstName},`
  const written = message ? linesOf(message) : []
  const messageTitle = `${withoutLinks(toOneLine(message?.from ?? ''))} writes:`
  const text = [
    greeting,
    ...paragraphs,
    ...(written.length > 0 ? [`${messageTitle}\n${written.map((line) => `> ${line}`).join('\n')}`] : []),
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
    ...(written.length > 0
      ? [
          paragraph(escapeHtml(messageTitle)),
          '<blockquote style="margin:0 0 16px;padding-left:12px;border-left:3px solid #888888">',
          ...written.map((line) => paragraph(escapeHtml(line))),
          '</blockquote>',
        ]
      : []),
    ...(action ? [button(action)] : []),
    ...(footnote
      ? [`<p style="margin:24px 0 0;font-size:14px;opacity:0.75">${escapeHtml(footnote)}</p>`]
      : []),
    '</div></body></html>',
  ].join('\n')
  return { subject: toOneLine(subject), text: `${text}\n`, html }
}

function button({ label, link }: { label: string; link: string }): string {
  const href = escapeHtml(link)
  return [
    `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:8px;`,
    `background:#0a6a4d;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`,
    `<p style="margin:0 0 16px;font-size:14px;overflow-wrap:anywhere">${href}</p>`,
  ].join('')
}
