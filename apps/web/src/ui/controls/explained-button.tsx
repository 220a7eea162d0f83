import { useId, useRef } from 'react'
import { LazyTooltip } from '#web/ui/overlay/lazy-tooltip.tsx'
import { useTooltip } from '#web/ui/overlay/use-tooltip.ts'
import { cx } from '#web/ui/cx.ts'
import { Button, type ButtonProps } from './button.tsx'

interface ExplainedButtonProps extends ButtonProps {
  /** Why it does nothing; `null`: it works. */
  reason: string | null
}

/** A button that stays reachable when it does nothing, and says why: in a tooltip, and to screen readers. */
export function ExplainedButton({ reason, ...props }: ExplainedButtonProps) {
  return reason === null ? <Button {...props} /> : <RefusedButton {...props} reason={reason} />
}

function RefusedButton({ reason, ...props }: ButtonProps & { reason: string }) {
  const id = useId()
  const trigger = useRef<HTMLSpanElement>(null)
  const { isTooltipOpen, tooltipTriggerProps } = useTooltip()
  return (
    <span ref={trigger} {...tooltipTriggerProps} className={cx('inline-flex', props.isFullWidth && 'w-full')}>
      <Button
        {...props}
        type="button"
        isDisabled={false}
        isPending={false}
        onPress={undefined}
        aria-disabled
        aria-describedby={id}
        className={cx('cursor-default! opacity-45', props.className)}
      />
      <span id={id} hidden>
        {reason}
      </span>
      {isTooltipOpen && <LazyTooltip text={reason} triggerRef={trigger} />}
    </span>
  )
}
