import { createContext, use, type HTMLAttributes } from 'react'

const IsInside = createContext(false)

/** The `main` landmark. A page has one, so a state of the page that also stands alone is no second one inside it. */
export function MainContent(props: HTMLAttributes<HTMLElement>) {
  if (use(IsInside)) return <div {...props} />
  return (
    <IsInside value>
      <main {...props} />
    </IsInside>
  )
}
