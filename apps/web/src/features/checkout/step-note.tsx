import { pathNames } from './draft-fields.ts'

interface StepNoteProps {
  /** What the server will not have of the step, by path in the draft. */
  refused: readonly string[]
  /** What is said where there is nothing of the kind. */
  children: string
}

/** Stands beside the heading of a step, and is spoken when it changes. */
export function StepNote({ refused, children }: StepNoteProps) {
  return (
    <span role="status">
      {refused.length === 0 ? (
        children
      ) : (
        <span className="font-medium text-danger">Not accepted: {pathNames(refused)}</span>
      )}
    </span>
  )
}
