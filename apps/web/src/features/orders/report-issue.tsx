import { issueKinds, issueLabel, type IssueKind } from '@terrace/domain/tickets/issue-kinds'
import { useId, useState, type FormEvent } from 'react'
import { FormError } from '#web/forms/form-error.tsx'
import { env } from '#web/lib/env.ts'
import { OnDemandDialog } from '#web/ui/overlay/on-demand-dialog.tsx'
import { Dropdown } from '#web/ui/controls/dropdown.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { useReportIssue } from './mutations.ts'
import { seatLabel, type FullOrderLine } from './order-texts.ts'
import { FormActions } from '#web/ui/overlay/form-actions.tsx'

interface ReportIssueProps {
  line: FullOrderLine
  isOpen: boolean
  onClose: () => void
}

/** Reports an issue with a line to the seller and to support. The text survives a failed send. */
export function ReportIssue({ line, isOpen, onClose }: ReportIssueProps) {
  const formId = useId()
  const report = useReportIssue(line.id)
  const [kind, setKind] = useState<IssueKind | null>(null)
  const [text, setText] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const kindError = kind === null ? 'Select an issue' : undefined
  const textError =
    text.trim() === ''
      ? 'Describe the issue'
      : text.trim().length > maxReportLength
        ? `Must be at most ${maxReportLength} characters`
        : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (kind === null || textError !== undefined || report.isPending) return
    report.send(
      { kind, text: text.trim() },
      {
        onSuccess: () => {
          setKind(null)
          setText('')
          setSubmitted(false)
          onClose()
        },
      },
    )
  }

  return (
    <OnDemandDialog
      title="Report an issue"
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={!report.isPending}
      actions={
        <FormActions
          formId={formId}
          submitLabel="Send report"
          pendingLabel="Sending"
          isPending={report.isPending}
          onCancel={onClose}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-4">
        <p className="text-sm text-muted">
          {line.event.title}, {seatLabel(line)}. We’ll notify the seller and our team. For urgent issues, call{' '}
          <a
            href={`tel:${env().support_phone.replaceAll(' ', '')}`}
            className="tabular whitespace-nowrap underline"
          >
            {env().support_phone}
          </a>
          .
        </p>
        <Dropdown
          label="Issue"
          options={issueKinds.map((id) => ({ id, name: issueLabel(id) }))}
          value={kind}
          onChange={(id) => setKind(issueKinds.find((issueKind) => issueKind === id) ?? null)}
          error={kindError}
          isTouched={isSubmitted}
        />
        <TextArea label="Details" value={text} onChange={setText} error={textError} isTouched={isSubmitted} />
        {report.error && <FormError error={report.error} />}
      </form>
    </OnDemandDialog>
  )
}

const maxReportLength = 2000
