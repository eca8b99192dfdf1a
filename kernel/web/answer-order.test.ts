import { expect, test } from 'vitest';
import { AnswerOrder, takingNewest } from './answer-order.ts';

test('an answer that comes after a newer one does not count', () => {
  const order = new AnswerOrder();
  const first = order.ask();
  const second = order.ask();
  expect(second()).toBe(true);
  expect(first()).toBe(false);
});

test('answers that come in order count, though the question was asked again before each', () => {
  const order = new AnswerOrder();
  let isNews = order.ask();
  for (let time = 0; time < 5; time += 1) {
    const next = order.ask();
    expect(isNews()).toBe(true);
    isNews = next;
  }
});

test('an answer to another question than the last one does not count, even if it comes first', () => {
  const order = new AnswerOrder();
  const old = order.ask(true);
  const next = order.ask(true);
  const again = order.ask();
  expect(old()).toBe(false);
  expect(next()).toBe(true);
  expect(again()).toBe(true);
});

test('of questions that are asked again, the answer to the last one stays, whichever comes last', async () => {
  const asked: PromiseWithResolvers<string>[] = [];
  const taken: string[] = [];
  const refresh = takingNewest(
    () => {
      const question = Promise.withResolvers<string>();
      asked.push(question);
      return question.promise;
    },
    (answer) => void taken.push(answer),
  );
  const both = [refresh(), refresh()];
  asked[1]!.resolve('after the change');
  await both[1];
  asked[0]!.resolve('before the change');
  await both[0];
  expect(taken).toEqual(['after the change']);
});

test('an answer counts though a later question failed', async () => {
  const first = Promise.withResolvers<string>();
  const answers = [first.promise, Promise.reject(new Error('no answer'))];
  const taken: string[] = [];
  const refresh = takingNewest(
    () => answers.shift()!,
    (answer) => void taken.push(answer),
  );
  const earlier = refresh();
  await expect(refresh()).rejects.toThrow('no answer');
  first.resolve('all the same');
  await earlier;
  expect(taken).toEqual(['all the same']);
});
