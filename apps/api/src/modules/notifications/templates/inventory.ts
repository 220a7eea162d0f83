import { toOneLine, withoutLinks, type EmailContent } from './email-content.ts'

/** To an owner of a selling team who has to know or decide something about its inventory files or API keys. */
export function inventoryNoticeEmail({
  firstName,
  brand,
  title,
  detail,
  kind,
  link,
}: {
  firstName: string
  brand: string
  title: string
  detail: string
  kind: 'file' | 'security'
  link: string | undefined
}): EmailContent {
  return {
    subject: `${withoutLinks(toOneLine(title))}: ${brand}`,
    firstName,
    paragraphs: [
      `${withoutLinks(toOneLine(title))}.`,
      ...(detail === '' ? [] : [withoutLinks(toOneLine(detail))]),
      ...(kind === 'security' ? ['If you did not expect this, revoke the key and contact us.'] : []),
    ],
    ...(link !== undefined && {
      action: { label: kind === 'security' ? 'Open API keys' : 'Open imports', link },
    }),
  }
}
