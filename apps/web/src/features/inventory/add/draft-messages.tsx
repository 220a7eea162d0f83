import type { WireDraft } from '@terrace/contracts/inventory-drafts'
import { draftFieldName } from './draft-texts.ts'

interface DraftMessagesProps {
  problems: WireDraft['problems']
  notices: WireDraft['notices']
  rejection?: string | null
}

/** What keeps a draft from being added, then what was assumed. */
export function DraftMessages({ problems, notices, rejection = null }: DraftMessagesProps) {
  if (problems.length + notices.length === 0 && rejection === null) return null
  return (
    <ul className="text-xs">
      {rejection !== null && <li className="font-medium text-danger">Not added: {rejection}</li>}
      {problems.map(({ field, message }) => (
        <li key={`${field} ${message}`} className="font-medium text-danger">
          {draftFieldName(field)} {message}
        </li>
      ))}
      {notices.map(({ field, message }) => (
        <li key={`${field} ${message}`} className="text-muted">
          {field === 'unknown' ? message : `${draftFieldName(field)} ${message}`}
        </li>
      ))}
    </ul>
  )
}
