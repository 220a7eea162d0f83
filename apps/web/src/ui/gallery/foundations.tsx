import { StepLines } from '../art.tsx'
import { LogoMark } from '../logo.tsx'
import { Sample, Section } from './section.tsx'

const colours = [
  ['ink', 'bg-ink'],
  ['muted', 'bg-muted'],
  ['paper', 'bg-paper'],
  ['surface', 'bg-surface'],
  ['sunken', 'bg-sunken'],
  ['accent', 'bg-accent'],
  ['accent-soft', 'bg-accent-soft'],
  ['signal', 'bg-signal'],
  ['signal-soft', 'bg-signal-soft'],
  ['signal-mark', 'bg-signal-mark'],
  ['danger', 'bg-danger'],
  ['danger-soft', 'bg-danger-soft'],
  ['ok', 'bg-ok'],
  ['ok-soft', 'bg-ok-soft'],
  ['scale-1', 'bg-scale-1'],
  ['scale-2', 'bg-scale-2'],
  ['scale-3', 'bg-scale-3'],
] as const

export function Foundations({ theme }: { theme: string }) {
  return (
    <Section title={`Foundations, ${theme}`}>
      <div className="relative overflow-hidden rounded border border-line bg-surface px-6 py-10">
        <StepLines className="absolute inset-y-0 right-0 h-full w-1/2" />
        <div className="relative">
          <LogoMark className="mb-6 size-10" />
          <p className="text-2xl font-semibold sm:text-3xl">
            One connection.
            <br />A world of events.
          </p>
          <p className="mt-3 text-base text-muted">
            Four sizes on one screen, tabular figures in every column.
          </p>
        </div>
      </div>
      <Sample name="Colour">
        <ul className="grid w-full grid-cols-3 gap-3 sm:grid-cols-6">
          {colours.map(([name, look]) => (
            <li key={name}>
              <span className={`block h-10 rounded border border-line ${look}`} />
              <span className="text-xs text-muted">{name}</span>
            </li>
          ))}
        </ul>
      </Sample>
      <Sample name="Type" isStacked>
        <p className="text-2xl font-semibold">Thirty-two, page of a quote</p>
        <p className="text-xl font-semibold">Twenty-four, head of an event</p>
        <p className="text-lg font-semibold">Eighteen, section and price</p>
        <p className="text-base">Sixteen, forms and quote pages</p>
        <p className="text-sm">Fourteen, tables and controls</p>
        <p className="text-xs text-muted">Thirteen, the second line</p>
        <p className="tabular text-sm">
          1,111.11 <br />
          8,888.88
        </p>
      </Sample>
    </Section>
  )
}
