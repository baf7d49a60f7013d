import { actions } from '@antithesishq/bombadil';
import { defaultActions } from '@antithesishq/bombadil/browser/defaults';

const staying = (tree, leaves) =>
  tree.branches
    ? {
        branches: tree.branches
          .filter(([, branch]) => branch.branches || !leaves(branch.value))
          .map(([weight, branch]) => [weight, staying(branch, leaves)]),
      }
    : tree;

/** What somebody can do, without clicks that leave; on a page that has nothing yet, waiting. */
export const actionsWithout = (leaves) =>
  actions(() => ({
    branches: [
      [20, staying(defaultActions.generate(), (action) => Boolean(action.Click) && leaves(action.Click.fingerprint))],
      [1, { value: 'Wait' }],
    ],
  }));
