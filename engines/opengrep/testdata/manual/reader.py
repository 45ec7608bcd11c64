import pickle


def read(body):
    return pickle.loads(body)
