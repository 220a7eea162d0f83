import { slugify } from '@terrace/domain/text/slug'
import type { PolicySection } from './buyer-policy-sections.ts'

/** Policy sections in order. Renders the support number as a phone link. */
export function BuyerPolicyText({ sections, phone }: { sections: readonly PolicySection[]; phone: string }) {
  return (
    <div className="space-y-9">
      {sections.map(({ title, paragraphs }) => (
        <section key={title} aria-labelledby={slugify(title)}>
          <h2 id={slugify(title)} className="scroll-mt-6 text-lg">
            {title}
          </h2>
          <div className="mt-2 space-y-3 text-base">
            {paragraphs.map((paragraph, index) =>
              typeof paragraph === 'string' ? (
                <p key={index}>
                  <WithPhone text={paragraph} phone={phone} />
                </p>
              ) : (
                <ul key={index} className="list-disc space-y-1.5 pl-5 marker:text-muted">
                  {paragraph.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              ),
            )}
          </div>
        </section>
      ))}
    </div>
  )
}

function WithPhone({ text, phone }: { text: string; phone: string }) {
  const [before, after] = text.split(phone)
  if (before === undefined || after === undefined) return text
  return (
    <>
      {before}
      <a
        href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
        className="tabular font-semibold whitespace-nowrap text-accent underline underline-offset-2"
      >
        {phone}
      </a>
      {after}
    </>
  )
}

export function PolicyContents({ sections }: { sections: readonly PolicySection[] }) {
  return (
    <nav aria-label="On this page" className="sticky top-8">
      <p className="text-xs font-semibold text-muted">On this page</p>
      <ul className="mt-2 border-l border-line">
        {sections.map(({ title }) => (
          <li key={title}>
            <a
              href={`#${slugify(title)}`}
              className="-ml-px block border-l border-transparent py-1.5 pl-4 text-muted hover:border-accent hover:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
