import { TextArea as AriaTextArea } from 'react-aria-components/TextArea'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import { cx } from '#web/ui/cx.ts'
import { controlClass, FieldLabel, FieldMessages, visibleError, type FieldTexts } from './field.tsx'

interface TextAreaProps extends FieldTexts {
  name?: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  placeholder?: string
  rows?: number
  isDisabled?: boolean
  className?: string
}

/** A resizable multi-line text field. Errors as in `TextField` (spec §5). */
export function TextArea({ placeholder, rows = 3, className, ...props }: TextAreaProps) {
  const { label, description, error, isTouched, isLabelHidden, ...field } = props
  const text = visibleError({ error, isTouched })
  return (
    <AriaTextField
      {...field}
      isInvalid={text !== undefined}
      validationBehavior="aria"
      className={cx('block w-full data-disabled:opacity-55', className)}
    >
      <FieldLabel label={label} {...(isLabelHidden && { isLabelHidden })} />
      <div className={controlClass(text !== undefined)}>
        <AriaTextArea
          rows={rows}
          {...(placeholder !== undefined && { placeholder })}
          className="thin-scroll min-w-0 flex-1 resize-y rounded bg-transparent px-3.5 py-2.5 outline-none"
        />
      </div>
      <FieldMessages {...(description !== undefined && { description })} error={text} />
    </AriaTextField>
  )
}
