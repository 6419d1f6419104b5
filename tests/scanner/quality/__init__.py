"""The judgement as a whole: defects are noticed, neutral changes are not, good pages are left in peace."""
