import { describe, expect, it } from 'vitest';
import { readRules, ruleAddress, rulesIn } from '../src/lib/rules';

describe('reading rules', () => {
  it('tells headings, paragraphs and lists apart', () => {
    const blocks = readRules(
      '# Title\n\n## Part\n\nOne line\nand another.\n\n- first\n  goes on\n- second\n',
    );
    expect(blocks.map((block) => block.kind)).toEqual(['title', 'heading', 'paragraph', 'list']);
    expect(blocks[2]).toEqual({
      kind: 'paragraph',
      pieces: [{ kind: 'text', text: 'One line and another.' }],
    });
    expect(blocks[3]).toEqual({
      kind: 'list',
      items: [[{ kind: 'text', text: 'first goes on' }], [{ kind: 'text', text: 'second' }]],
    });
  });

  it('marks the numbers of rules', () => {
    const [block] = readRules('Lay two [G-8, B-14]. No [link](x).');
    expect(block).toMatchObject({
      pieces: [
        { kind: 'text', text: 'Lay two ' },
        { kind: 'rule', text: '[G-8, B-14]', rules: ['G-8', 'B-14'] },
        { kind: 'text', text: '. No [link](x).' },
      ],
    });
  });

  it('leaves marks of other languages alone', () => {
    const [block] = readRules('<b>bold</b>');
    expect(block).toMatchObject({ pieces: [{ kind: 'text', text: '<b>bold</b>' }] });
  });

  it('leads to rules by their numbers', () => {
    const address = new URL(ruleAddress('extreme', 'X-20, B-11'), 'https://house');
    expect(address.pathname).toBe('/rules/extreme');
    expect(rulesIn(address.hash)).toEqual(['X-20', 'B-11']);
    expect(rulesIn('')).toEqual([]);
    expect(rulesIn('#part-3')).toEqual([]);
  });
});
