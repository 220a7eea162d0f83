import { useState } from 'react'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { useSubmit } from '#web/forms/use-submit.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ActionError } from '#web/ui/feedback/action-error.tsx'

interface EmailLinkActionProps {
  label: string
  /** Returns what to say afterwards. */
  run: () => Promise<string>
  tone?: 'primary' | 'danger'
}

/** Runs what an emailed link is for. Requires a press, because link scanners open every link in an email. */
export function EmailLinkAction({ label, run, tone = 'primary' }: EmailLinkActionProps) {
  const [notice, setNotice] = useState<string | null>(null)
  const attempt = useSubmit(async () => setNotice(await run()))
  return (
    <div className="space-y-5">
      {attempt.isError && <ActionError error={attempt.error} />}
      <FormNotice text={notice} />
      <Button
        tone={tone}
        size="lg"
        isFullWidth
        isPending={attempt.isPending}
        isDisabled={attempt.isSuccess}
        pendingLabel="Loading..."
        onPress={() => void attempt.run(undefined)}
      >
        {label}
      </Button>
    </div>
  )
}
