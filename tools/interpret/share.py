"""README "How many": the three words that conditions about counts are written in."""


def most(n, of):
    return n * 2 > of


def nearly_all(n, of):
    return n * 5 >= of * 4


def some(n, of):
    return n * 5 >= of
