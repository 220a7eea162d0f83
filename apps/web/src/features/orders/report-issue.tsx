import { issueKinds } from '@terrace/contracts/orders'
import { useId, useState, type FormEvent } from 'react'
import { FormError } from '#web/features/accounts/form-error.tsx'
import { env } from '#web/lib/env.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { useReportIssue } from './mutations.ts'
import { issueText, placeText, type IssueKind, type WholeLine } from './order-texts.ts'

interface ReportIssueProps {
  line: WholeLine
  isOpen: boolean
  onClose: () => void
}

/** Tells the seller and us that something is wrong with a line. What was typed stays when it cannot be sent. */
export function ReportIssue({ line, isOpen, onClose }: ReportIssueProps) {
  const formId = useId()
  const report = useReportIssue(line.id)
  const [kind, setKind] = useState<IssueKind | null>(null)
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const wrongKind = kind === null ? 'Please choose what is wrong' : undefined
  const wrongText =
    text.trim() === ''
      ? 'Please say what is wrong'
      : text.trim().length > longest
        ? `At most ${longest} characters`
        : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (kind === null || wrongText !== undefined || report.isPending) return
    report.send(
      { kind, text: text.trim() },
      {
        onSuccess: () => {
          setKind(null)
          setText('')
          setTried(false)
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      title="Report an issue"
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={!report.isPending}
      actions={
        <>
          <Button onPress={onClose} isDisabled={report.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            tone="primary"
            isPending={report.isPending}
            pendingLabel="Sending"
          >
            Send report
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-4">
        <p className="text-sm text-muted">
          {line.event.title}, {placeText(line)}. The seller and we are told at once. In a hurry, call{' '}
          <a
            href={`tel:${env().support_phone.replaceAll(' ', '')}`}
            className="tabular whitespace-nowrap underline"
          >
            {env().support_phone}
          </a>
          .
        </p>
        <Dropdown
          label="What is wrong"
          options={issueKinds.map((id) => ({ id, name: issueText(id) }))}
          value={kind}
          onChange={(chosen) => setKind(issueKinds.find((known) => known === chosen) ?? null)}
          error={wrongKind}
          isTouched={isTried}
          isRequired
        />
        <TextArea
          label="What happened"
          value={text}
          onChange={setText}
          error={wrongText}
          isTouched={isTried}
        />
        {report.error && <FormError error={report.error} />}
      </form>
    </Dialog>
  )
}

const longest = 2000
