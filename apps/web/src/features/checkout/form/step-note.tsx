import { pathNames } from '#web/features/checkout/draft/draft-fields.ts'

interface StepNoteProps {
  /** Draft paths of the step's rejected values. */
  rejected: readonly string[]
  /** Shown when no value was rejected. */
  children: string
}

/** Text next to a step's heading, announced when it changes. */
export function StepNote({ rejected, children }: StepNoteProps) {
  return (
    <span role="status">
      {rejected.length === 0 ? (
        children
      ) : (
        <span className="font-medium text-danger">Check these fields: {pathNames(rejected)}</span>
      )}
    </span>
  )
}
