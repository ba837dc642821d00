"""Random legal actions are legal, and each is as likely as the others."""

import numpy as np

from tenback.envs.sampling import LegalSampler


def test_every_legal_action_is_as_likely() -> None:
    mask = np.zeros(393, np.int8)
    legal = [0, 31, 32, 200, 391, 392]
    mask[legal] = 1
    drawn = LegalSampler(seed=3)(np.tile(mask, (60_000, 1)))
    counts = np.bincount(drawn, minlength=393)
    assert counts[mask == 0].sum() == 0
    # Five standard deviations of a share of one sixth; the seed is fixed.
    assert abs(counts[legal] - 10_000).max() < 5 * np.sqrt(60_000 * 5 / 36)


def test_the_seed_decides_and_nothing_to_choose_from_gives_zero() -> None:
    masks = np.random.default_rng(0).integers(0, 2, (50, 233)).astype(np.int8)
    masks[7] = 0
    one, two = LegalSampler(5), LegalSampler(5)
    out = np.empty(50, np.int64)
    assert one(masks, out) is out
    np.testing.assert_array_equal(out, two(masks))
    assert out[7] == 0
    assert all(masks[row, action] for row, action in enumerate(out) if row != 7)
