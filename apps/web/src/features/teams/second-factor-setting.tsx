import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'
import { useRequireSecondFactor } from './mutations.ts'

interface SecondFactorSettingProps {
  /** From when it is required; `null` if it is optional. */
  from: string | null
  canManage: boolean
}

/** Whether every member must have a second factor; owners decide. */
export function SecondFactorSetting({ from, canManage }: SecondFactorSettingProps) {
  const change = useRequireSecondFactor()
  if (!canManage && from === null) return null
  const isRequired = change.isPending ? change.variables : from !== null
  const start = from === null ? null : inViewerTimeZone(from)
  return (
    <TitledSection heading="Security">
      <Panel className="space-y-2 px-4 py-4 sm:px-5">
        {canManage ? (
          <Checkbox
            isSelected={isRequired}
            isDisabled={change.isPending}
            onChange={(required) => change.mutate(required)}
          >
            Members must use a second factor
          </Checkbox>
        ) : (
          <p className="text-sm font-medium">Members must use a second factor</p>
        )}
        <p className="text-xs text-muted">
          {start === null
            ? 'Members without one get an email and have seven days to set it up. After that, they set it up when they log in, before anything else.'
            : `From ${start}, members without one set it up when they log in, before anything else.`}
        </p>
        {change.isError && <ActionError error={change.error} />}
      </Panel>
    </TitledSection>
  )
}
