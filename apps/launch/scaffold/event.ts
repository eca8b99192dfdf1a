import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Door } from './door.ts';
import { camelOf, checkTitle, type NewPart, ScaffoldError, write } from './writing.ts';

/** Input of the scaffold of an event; the entity exists, the title is that of the event. */
export interface NewEvent extends NewPart {
  /** What happened, in the past tense and kebab-case: `moved`. */
  readonly happened: string;
}

/** Declares an event about an entity of a module and lists it in the contract. Returns the files; throws ScaffoldError. */
export function scaffoldEvent(part: NewEvent): string[] {
  const { folder, module, entity, happened, zh, en } = part;
  checkTitle(zh, en);
  if (!existsSync(join(folder, 'src', entity)))
    throw new ScaffoldError(`There is no modules/${module}/src/${entity}. Name an entity of the module.`);
  if (!/^[a-z]+(-[a-z]+)*$/.test(happened))
    throw new ScaffoldError(`"${happened}" is no name of an event. Write it in the past tense, like moved.`);
  const kind = `${entity}.${happened}`;
  const name = camelOf(`${entity}-${happened}`);
  const path = join(folder, `src/${entity}/${entity}-event.contract.ts`);
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (before.includes(`'${kind}'`)) throw new ScaffoldError(`The event ${kind} is declared already.`);
  const contract = new Door(folder, 'contract')
    .add('moduleContract', 'events', name)
    .import(`import { ${name} } from './${entity}/${entity}-event.contract.ts';`);
  const declaration = `
/** ${en}. */
export const ${name} = event('${kind}', {
  label: { zh: '${zh}', en: '${en}' },
  // What is recorded; fields of recorded events are never renamed.
  fields: { ${camelOf(entity)}Id: reference({ zh: '编号', en: 'Id' }, '${entity}') },
});
`;
  return write(module, [
    [path, withImports(before) + declaration],
    [contract.path, contract.text],
  ]);
}

/** Adds the imports of a declaration to a file of events. */
function withImports(text: string): string {
  const [line, names] = /^import \{([^}]*)\} from '@boyun\/kernel\/contract';\n/m.exec(text) ?? [];
  const all = new Set(['event', 'reference', ...(names ?? '').split(',').map((one) => one.trim())].filter(Boolean));
  const made = `import { ${[...all].join(', ')} } from '@boyun/kernel/contract';\n`;
  return line ? text.replace(line, made) : made + text;
}
