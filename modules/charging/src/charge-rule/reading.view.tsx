import './charge-rule.css';

/** A tariff in words: one condition or price per line, parts with their own conditions separated. */
export function Reading({ text }: { text: string }) {
  return (
    <div className="rule-reading">
      {text
        .split('\n')
        .filter(Boolean)
        .map((part) => {
          const head = /^[【[]([^】\]]+)[】\]]\s*/.exec(part);
          const sentences = part
            .slice(head?.[0].length ?? 0)
            .replace(/[。.]$/, '')
            .split(/[；;]\s*/);
          return (
            <div key={part}>
              {head && <h4>{head[1]}</h4>}
              <ul>
                {sentences.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </div>
          );
        })}
    </div>
  );
}
